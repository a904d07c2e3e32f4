import { parseArgs } from 'node:util'
import { RemoteName } from '@portal/contract/remotes'
import { StartError } from '../../command/start-error.ts'
import { asksForHelp, misuse } from '../../command/usage.ts'
import { type AnyAction, COMMON } from './action.ts'

/**
 * Runs an action of `pnpm remote`. Prints the usage text for `--help` and if the arguments are wrong, and the reason if
 * the action fails.
 * @param notes the end of the usage text
 */
export async function runAction(
  actions: Readonly<Record<string, AnyAction>>,
  [name = '', ...args]: readonly string[],
  notes: string,
): Promise<void> {
  const known = Object.hasOwn(actions, name) ? actions[name] : undefined
  const shown = known ? [known] : Object.values(actions)
  const usage = `${shown.map((action) => action.usage).join('\n')}\n\n${notes}`
  if (asksForHelp([name, ...args])) return console.log(usage)
  try {
    if (!known) throw new StartError(usage)
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...COMMON, ...known.options },
    })
    const [remote = '', ...more] = positionals
    if (!RemoteName.safeParse(remote).success) {
      const problem = remote === '' ? 'Name the remote.' : `${remote} is not the name of a remote.`
      throw new StartError(`${problem}\n\n${usage}`)
    }
    if (more.length > 0 && !known.many) throw new StartError(`${more[0]} is one argument too many.\n\n${usage}`)
    await known.run(remote, values, more)
  } catch (error) {
    console.error(misuse(error, usage) ?? (error instanceof StartError ? error.message : error))
    process.exitCode = 1
  }
}
