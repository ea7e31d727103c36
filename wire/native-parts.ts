/**
 * Two packages with native parts are installed in two versions each, because no version of them runs on every Node
 * that the server runs on (docs/dependencies.md). From Node 24 on the server loads the newer ones.
 */
export const takesNewerParts = Number(process.versions.node.split('.')[0]) >= 24
