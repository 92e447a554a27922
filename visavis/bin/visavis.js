#!/usr/bin/env node
// npm links a program during installation only if its file already exists; the server is built after that.
import '@visavis/server/dist/cli/visavis.js';
