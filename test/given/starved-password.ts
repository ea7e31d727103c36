/** The work of a password thread that never gets a core. */
export default function starved(): Promise<never> {
  return new Promise(() => undefined)
}
