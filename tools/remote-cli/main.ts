import { runAction } from '../publish/actions/run-action.ts'
import { SHARED_ACTIONS } from '../publish/actions/shared-actions.ts'

/** The command `remote`, which other repositories install to publish their remotes. */

const NOTES = `--dist <folder>       the build, with its mf-manifest.json (default: dist)
--place <file>        its routes, role and navigation entry (default: remote.json next to that folder)
--contract, --sdk     the versions it was built against (default: those installed here;
                      for the sdk, the oldest that its manifest allows)

--url <address>     the portal (default: PORTAL_URL)
--token <token>     the remote's token (default: MF_NAME_TOKEN, REMOTE_TOKEN, or one for the CI job that this runs in)`

await runAction(SHARED_ACTIONS, process.argv.slice(2), NOTES)
