import { whyNodeDoesNotFit } from './wanted-node.js'

/**
 * Ends the process with a sentence if this Node cannot run the server. The command loads this file before all others,
 * because an older Node fails with a stack trace while it links them. Exit code 2 is wrong usage: systemd does not try again.
 */
const { node } = process.versions
const why = whyNodeDoesNotFit(node, Number(node.split('.')[0]) < 24 ? undefined : glibcVersion())
if (why !== undefined) {
  process.stderr.write(`openfloor: ${why}.\n`)
  process.exit(2)
}

/** Undefined on a system that has another C library. */
function glibcVersion(): string | undefined {
  const { report } = process
  // Without this the report looks up the name of every peer.
  Object.assign(report, { excludeNetwork: true })
  const { header } = report.getReport() as unknown as {
    readonly header: { readonly glibcVersionRuntime?: string }
  }
  return header.glibcVersionRuntime
}
