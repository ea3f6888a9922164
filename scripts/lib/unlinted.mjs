/** What is not linted: what tools make and install, and files of others. */
export const UNLINTED = ['dist', '.tools', '.cache', 'node_modules', 'test/fixtures', 'test-results'];
