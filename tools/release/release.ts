import { command } from '../command/command.ts'
import { StartError } from '../command/start-error.ts'
import { PACKAGES, release } from './releases.ts'

const USAGE = `pnpm release ${Object.keys(PACKAGES).join('|')}

Records the version in the package's package.json as a release.`

await command(USAGE, async () => {
  const name = process.argv[2]
  if (name !== 'contract' && name !== 'sdk') throw new StartError(USAGE)
  console.log(await release(name))
})
