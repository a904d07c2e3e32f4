import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { REMOTES } from './build.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Where people edit: not node_modules and builds, which are large. */
const SOURCES = [
  'worker/src',
  'worker/contract/src',
  'worker/local',
  'shell/src',
  'shell/kit/src',
  'shell/kit/build',
  'shell/sdk/src',
  'shell/e2e',
  ...REMOTES.map((name) => `${name}/src`),
]

/** Edits come in bursts: a save of several files is one change. */
const SETTLE_MS = 300

export interface TypesOptions {
  root?: string
  sources?: readonly string[]
  say?: (text: string) => void
}

/**
 * Checks types now and after each change of a source, and says which errors there are. Runs `tsc -b` each time: its own watch mode
 * takes up to a minute to notice a change here.
 * @returns a function that stops it
 */
export function followTypes({
  root = ROOT,
  sources = SOURCES,
  say = console.log,
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
    // Builds, which people wait for, go first.
    if (child.pid !== undefined) setPriority(child.pid, 10)
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.once('error', (error) => say(`Types are not checked: ${error.message}`))
    child.once('close', (_code, signal) => {
      running = undefined
      if (signal) return
      if (said !== '') say(said.trim())
      else if (last !== '') say('No type errors any more.')
      last = said
      if (again) check()
    })
  }
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(check, SETTLE_MS)
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
    // On SIGTERM it first finishes the check, which may take half a minute.
    running.kill('SIGKILL')
    await closed
  }
}
