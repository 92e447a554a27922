/** A worker program that ends before it has begun. */
process.exit(1);
