#!/usr/bin/env node
// npm links a program at installation only if its file is there already; the server is built after that.
import '@visavis/server/dist/cli/visavis.js';
