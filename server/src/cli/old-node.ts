/** Returns a warning if this Node gets no security fixes any more; see docs/decisions/oldest-node.md. */
export function describeOldNode(version = process.versions.node): string | undefined {
  const major = Number(version.split('.')[0]);
  if (major >= 22) return undefined;
  return `Node ${version} has reached its end of life and gets no security fixes: use Node 24.`;
}
