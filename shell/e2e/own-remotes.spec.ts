import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT } from '../kit/build/inputs.ts'
import { REMOTES } from '../../tools/run/build.ts'
import { checkBuild } from '../../tools/publish/build/check-build.ts'

// Starting the portal publishes these builds without the checks, so that a large page would only fail its team later.
for (const name of REMOTES) {
  test(`passes the checks before going live when ${name} is published`, async () => {
    await expect(checkBuild({ dir: join(ROOT, name) })).resolves.toBeUndefined()
  })
}
