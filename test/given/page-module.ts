import { build } from 'esbuild'

/** What a file of the pages exports, for rules that need no browser; `path` is from the root of the project. */
export async function pageModule<Exports>(path: string): Promise<Exports> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    write: false,
  })
  const text = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return (await import(`data:text/javascript;base64,${text}`)) as Exports
}
