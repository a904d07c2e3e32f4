import { REMOTES } from '../run/build.ts'
import { ACTIONS } from './actions/actions.ts'
import { runAction } from './actions/run-action.ts'

/** `pnpm remote`: manages a remote on any portal. */

const NOTES = `Remotes in this workspace: ${REMOTES.join(', ')}.
To publish or preview a remote from elsewhere, pass its build:
--dist <folder>       the folder with its mf-manifest.json
--place <file>        its routes, role and navigation entry (default: remote.json next to that folder)
--contract, --sdk     the versions it was built against (default: those in this workspace;
                      for the sdk, the oldest that its manifest allows)

--url <address>     the portal (default: PORTAL_URL, or the portal on this machine)
--token <token>     the remote's token (default: MF_NAME_TOKEN, REMOTE_TOKEN, the token of the portal on this machine,
                    or one for the CI job that this runs in)
Managing teams, tokens and trusts needs the database: LIBSQL_URL and LIBSQL_TOKEN, or the portal on this machine.`

await runAction(ACTIONS, process.argv.slice(2), NOTES)
