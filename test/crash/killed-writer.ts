import { spawn } from 'node:child_process'

/** What a program says, which is killed once it has said so many lines; `isKilled` is false where it ended before. */
async function saidBy(program: string, args: readonly string[], lines: number) {
  const writer = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  writer.stdout.setEncoding('utf8')
  writer.stdout.on('data', (text: string) => {
    output += text
    if (output.split('\n').length > lines) writer.kill('SIGKILL')
  })
  return new Promise<{ readonly output: string; readonly isKilled: boolean }>((resolve, reject) => {
    writer.on('error', reject)
    writer.on('close', (_code, signal) => resolve({ output, isKilled: signal === 'SIGKILL' }))
  })
}

/** What a writer said that was killed in its middle, after so many lines. */
export async function killedAfter(
  program: string,
  args: readonly string[],
  lines: number,
): Promise<string> {
  const { output, isKilled } = await saidBy(program, args, lines)
  if (isKilled) return output
  throw new Error(`the writer ended by itself: ${output.slice(-200)}`)
}

/** The same of one that may come to its end. */
export async function saidWithin(
  program: string,
  args: readonly string[],
  lines: number,
): Promise<string> {
  return (await saidBy(program, args, lines)).output
}
