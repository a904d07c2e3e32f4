import { parseArgs } from 'node:util'
import { RemoteName } from '@portal/contract/remotes'
import { REMOTES } from './build.ts'
import { COMMON } from './remote/action.ts'
import { ACTIONS } from './remote/actions.ts'
import { StartError } from './sqld.ts'

/** `pnpm remote`: manages a remote on any portal. */

const usageOf = (lines: string[]): string => `${lines.join('\n')}

Remotes in this workspace: ${REMOTES.join(', ')}. To publish or preview a remote from elsewhere, pass its build:
--dist <folder>       the folder with its mf-manifest.json
--place <file>        its routes, role and navigation entry (default: remote.json next to that folder)
--contract, --sdk     the versions it was built against (default: those in its manifest or in this workspace)

--url <address>     the portal (default: PORTAL_URL, or the portal on this machine)
--token <token>     the remote's token (default: MF_NAME_TOKEN, REMOTE_TOKEN, the token of the portal on this machine,
                    or one for the CI job that this runs in)
Managing tokens and trusts needs the database: LIBSQL_URL and LIBSQL_TOKEN, or the portal on this machine.`

const [name = '', ...args] = process.argv.slice(2)
const known = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
const usage = usageOf(known ? [known.usage] : Object.values(ACTIONS).map((action) => action.usage))

try {
  if (!known) throw new StartError(usage)
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { ...COMMON, ...known.options } })
  const [remote = '', ...more] = positionals
  if (!RemoteName.safeParse(remote).success) throw new StartError(usage)
  await known.run(remote, values, more)
} catch (error) {
  const misused =
    error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
  console.error(misused ? `${error.message}\n\n${usage}` : error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
