import { whyNodeDoesNotFit } from './wanted-node.js'

/**
 * Exits with an explanation if this Node cannot run the server. The command loads this file before
 * all others, because an older Node fails with a stack trace while it links them. Exit code 2 means
 * wrong usage, so systemd does not restart.
 */
const { node } = process.versions
const why = whyNodeDoesNotFit(node, Number(node.split('.')[0]) < 24 ? undefined : glibcVersion())
if (why !== undefined) {
  process.stderr.write(`openfloor: ${why}.\n`)
  process.exit(2)
}

/** The version of glibc, or undefined if the system uses another C library. */
function glibcVersion(): string | undefined {
  const { report } = process
  // Without this the report would look up the names of all network peers.
  Object.assign(report, { excludeNetwork: true })
  const { header } = report.getReport() as unknown as {
    readonly header: { readonly glibcVersionRuntime?: string }
  }
  return header.glibcVersionRuntime
}
