import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { deploy } from './deploy/deploy.ts'
import { StartError } from './sqld.ts'
import { command } from './terminal.ts'

/** `pnpm run deploy`: deploys worker and shell to Cloudflare, applies migrations, and publishes remotes. */

const USAGE = `pnpm run deploy [--env preview] [--dry-run] [--allow-dirty] [--address https://…]

--env <name>        an environment of wrangler.toml (default: production)
--dry-run           runs all checks, builds, and prints the plan
--allow-dirty       deploys uncommitted changes
--address <url>     the address of the portal, if ORIGIN does not reach it yet
--skip-remotes      does not publish remotes

LIBSQL_TOKEN is the token of the database. Wrangler uses CLOUDFLARE_API_TOKEN or its own sign-in.`

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
    log: (line) => console.log(line),
  })
})
