import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../command/root.ts'
import { REMOTES } from './build.ts'

/** Folders to watch, without node_modules and builds, which are large. */
const SOURCES = [
  'worker/src',
  'worker/contract/src',
  'tools',
  'shell/src',
  'shell/kit/src',
  'shell/kit/build',
  'shell/sdk/src',
  'shell/e2e',
  ...REMOTES.map((name) => `${name}/src`),
]

/** Files that are saved together count as one change. */
const DEBOUNCE_MS = 300

export interface TypesOptions {
  root?: string
  sources?: readonly string[]
  print?: (text: string) => void
}

/**
 * Checks types now and after each change, and prints errors. Runs `tsc -b` each time, because its watch mode can take a
 * minute to notice a change.
 * @returns a function that stops it
 */
export function watchTypes({
  root = ROOT,
  sources = SOURCES,
  print = console.log,
}: TypesOptions = {}): () => Promise<void> {
  let running: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let again = false
  let last = ''
  const check = (): void => {
    again = running !== undefined
    if (running) return
    const child = spawn('tsc', ['-b', '--pretty', 'false'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    running = child
    // Builds have priority.
    if (child.pid !== undefined) setPriority(child.pid, 10)
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once('error', (error) => print(`Types cannot be checked: ${error.message}`))
    child.once('close', (_code, signal) => {
      running = undefined
      if (signal) return
      if (output !== '') print(output.trim())
      else if (last !== '') print('No more type errors.')
      last = output
      if (again) check()
    })
  }
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(check, DEBOUNCE_MS)
  }
  const folders = sources.map((source) => join(root, source)).filter((folder) => existsSync(folder))
  const watchers = folders.map((folder) => watch(folder, { recursive: true }, changed))
  check()
  return async () => {
    clearTimeout(timer)
    again = false
    for (const watcher of watchers) watcher.close()
    if (!running) return
    const closed = once(running, 'close')
    // On SIGTERM, the compiler would finish the check first, which can take half a minute.
    running.kill('SIGKILL')
    await closed
  }
}
