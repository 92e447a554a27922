/** A worker program that exits immediately. */
process.exit(1);
