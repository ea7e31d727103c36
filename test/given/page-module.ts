import { type BuildOptions, build } from 'esbuild'

/** What a file of the pages exports, for rules that need no browser; `path` is from the root of the project. */
export async function pageModule<Exports>(path: string): Promise<Exports> {
  return bundled({ entryPoints: [path] })
}

/** What several files of the pages export, by names for them; what they share is one, as on a page. */
export async function pageModules<Modules extends object>(
  paths: Readonly<Record<keyof Modules & string, string>>,
): Promise<Modules> {
  const lines = Object.entries(paths).map(([name, path]) => `export * as ${name} from './${path}'`)
  return bundled({ stdin: { contents: lines.join('\n'), resolveDir: '.' } })
}

async function bundled<Exports>(from: BuildOptions): Promise<Exports> {
  const { outputFiles } = await build({ ...from, bundle: true, format: 'esm', write: false })
  const text = Buffer.from(outputFiles?.[0]?.contents ?? []).toString('base64')
  return (await import(`data:text/javascript;base64,${text}`)) as Exports
}
