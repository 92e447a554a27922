/** Repository fields of packed packages: npm rejects provenance if `repository` is not the workflow's. */
import { posix } from 'node:path';

/**
 * Returns the address of the repository, as GitHub sets it in the environment of every workflow.
 * @param {Record<string, string | undefined>} env @returns {string | undefined} undefined if it is not set
 */
export function repositoryUrl({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }) {
  return server && name ? `${server}/${name}` : undefined;
}

/** Returns a manifest's `repository`. @param {string} url @param {string} directory of the package, from the root */
export const repositoryField = (url, directory) => ({ type: 'git', url: `git+${url}.git`, directory });

/**
 * Makes links into the repository absolute: relative ones do not work on npm's pages.
 * @param {string} text @param {string} url of the repository
 * @param {string} directory of the package @param {string} version
 */
export const withAbsoluteLinks = (text, url, directory, version) =>
  text.replace(
    /\]\((?![a-z]+:|#|\/)([^)\s]+)\)/g,
    (_link, path) => `](${url}/blob/v${version}/${posix.join(directory, path)})`,
  );

/** Returns a README for a part of the service that has none. @param {{ name: string, description: string }} manifest */
export const readmeOfPart = ({ name, description }) =>
  `# ${name}\n\n${description}.\n\nA part of Visavis, installed with \`@visavis/server\`.\n`;
