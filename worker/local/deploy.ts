import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { deploy } from './deploy/deploy.ts'
import { StartError } from './sqld.ts'
import { command } from './terminal.ts'

/** `pnpm run deploy`: the worker and the shell to Cloudflare, with migrations before and remotes after. */

const USAGE = `pnpm run deploy [--env preview] [--dry-run] [--allow-dirty] [--address https://…]

--env <name>        an environment of wrangler.toml; production where it is absent
--dry-run           checks everything, builds, and prints the plan
--allow-dirty       also with changes that are in no commit
--address <url>     where the portal is reached, where that is not its ORIGIN yet
--skip-remotes      leaves publishing to the remotes' teams

LIBSQL_TOKEN        the database's token; wrangler takes CLOUDFLARE_API_TOKEN or its own sign-in`

await command(async () => {
  const parsed = (() => {
    try {
      return parseArgs({
        options: {
          env: { type: 'string' },
          address: { type: 'string' },
          'dry-run': { type: 'boolean', default: false },
          'allow-dirty': { type: 'boolean', default: false },
          'skip-remotes': { type: 'boolean', default: false },
        },
      })
    } catch {
      throw new StartError(USAGE)
    }
  })()
  const { values } = parsed
  await deploy({
    file: resolve(join(import.meta.dirname, '../../wrangler.toml')),
    env: values.env,
    address: values.address,
    dryRun: values['dry-run'],
    allowDirty: values['allow-dirty'],
    databaseToken: process.env['LIBSQL_TOKEN'],
    ...(values['skip-remotes'] ? { remotes: [] } : {}),
    say: (line) => console.log(line),
  })
})
