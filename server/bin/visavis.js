#!/usr/bin/env node
// npm links a program during installation only if its file already exists; `dist` is built after that.
import '../dist/cli/visavis.js';
