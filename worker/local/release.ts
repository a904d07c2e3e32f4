import { PACKAGES, release } from './release/releases.ts'
import { StartError } from './sqld.ts'
import { command } from './terminal.ts'

/** `pnpm release contract|sdk`: records the version in the package's package.json as a release. */
await command(async () => {
  const name = process.argv[2]
  if (name !== 'contract' && name !== 'sdk')
    throw new StartError(`Usage: pnpm release <${Object.keys(PACKAGES).join('|')}>`)
  console.log(await release(name))
})
