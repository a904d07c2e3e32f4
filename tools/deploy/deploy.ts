import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { command } from '../command/command.ts'
import { deploy } from './deploy-portal.ts'

const USAGE = `pnpm run deploy [--env preview] [--dry-run] [--allow-dirty] [--address https://…]

Deploys worker and shell to Cloudflare, applies migrations, and publishes remotes.
--env <name>        an environment of wrangler.toml (default: production)
--dry-run           runs all checks, builds, and prints the plan
--allow-dirty       deploys uncommitted changes
--address <url>     the address of the portal, if ORIGIN does not reach it yet
--skip-remotes      does not publish remotes

LIBSQL_TOKEN is the token of the database. Wrangler uses CLOUDFLARE_API_TOKEN or its own sign-in.`

await command(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      env: { type: 'string' },
      address: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'allow-dirty': { type: 'boolean', default: false },
      'skip-remotes': { type: 'boolean', default: false },
    },
  })
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
