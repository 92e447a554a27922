#!/usr/bin/env node
// npm links a program at installation if its file is there, and the build comes after that.
import '../dist/cli/visavis.js';
