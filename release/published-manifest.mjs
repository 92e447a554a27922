/** What a packed package says of where it comes from: npm refuses a package with provenance whose `repository` is not the workflow's. */
import { posix } from 'node:path';

/**
 * The address of the repository, as GitHub tells every workflow in its environment.
 * @param {Record<string, string | undefined>} env @returns {string | undefined} undefined where nobody tells
 */
export function repositoryUrl({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }) {
  return server && name ? `${server}/${name}` : undefined;
}

/** `repository` of a manifest. @param {string} url @param {string} directory of the package, from the root */
export const repositoryField = (url, directory) => ({ type: 'git', url: `git+${url}.git`, directory });

/**
 * A README whose links into the repository lead there from everywhere: relative ones are dead on npm's pages.
 * @param {string} text @param {string} url of the repository @param {string} directory of the package @param {string} version
 */
export const withAbsoluteLinks = (text, url, directory, version) =>
  text.replace(
    /\]\((?![a-z]+:|#|\/)([^)\s]+)\)/g,
    (_link, path) => `](${url}/blob/v${version}/${posix.join(directory, path)})`,
  );

/** The README of a package that is a part of the service and has none. @param {{ name: string, description: string }} manifest */
export const readmeOfPart = ({ name, description }) =>
  `# ${name}\n\n${description}.\n\nA part of Visavis, which \`npx visavis\` installs and starts.\n`;
