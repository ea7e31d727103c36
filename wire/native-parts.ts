/**
 * Two packages with native code are installed in two versions each, because no version runs on
 * every supported version of Node (docs/dependencies.md). From Node 24 on the server loads the
 * newer ones.
 */
export const takesNewerParts = Number(process.versions.node.split('.')[0]) >= 24
