import type { Canary } from '@portal/contract/canaries'
import { good } from '../../worker/src/testing/accounts.ts'
import { registryEntry, type Publisher } from '../../worker/src/testing/remotes.ts'
import { rows } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { goLive, newLiveRemote, uploadVersion } from './lib/remotes.ts'
import { drain } from './lib/requests.ts'

/** Switches of a remote at the same time. Who may vote about a canary is tested in `worker/src`. */

const call = (remote: Publisher, action: string, body: object): Promise<Response> =>
  remote.call('POST', `/canary${action}`, JSON.stringify(body))
const start = (remote: Publisher, version = '1.1.0') => call(remote, '', { version, percent: 5 })

attack('canaries, publications and rollbacks at the same time', async (t) => {
  for (let round = 0; round < 5; round++) {
    const remote = await newLiveRemote()
    await uploadVersion(remote, '1.2.0')
    await t.race('starting two canaries', (i) => start(remote, i % 2 ? '1.1.0' : '1.2.0'), { winners: 20 })
    t.check((await countRows('remote_canaries WHERE name = ?', remote.name)) === 1, 'two canaries of one remote')
    const { version, percent } = await good<Canary>(remote.call('GET', '/canary'))
    await t.race('continuing a canary', () => call(remote, '/continue', { version, percent }))
    const switches = [
      () => goLive(remote, version),
      () => call(remote, '/stop', { version }),
      () => call(remote, '/continue', { version, percent: 25 }),
      () => remote.call('POST', '/rollback', '{}'),
    ]
    await Promise.all([...switches, ...switches].map((request) => drain(request())))
    await expectConsistent(t, remote)
  }
  for (let round = 0; round < 10; round++) {
    const remote = await newLiveRemote()
    await Promise.all([drain(start(remote)), drain(goLive(remote, '1.1.0')), drain(start(remote))])
    await expectConsistent(t, remote)
  }
})

/** Expects that the live version is neither a canary nor withdrawn, and that people get it. */
async function expectConsistent(t: Trial, { name }: Publisher): Promise<void> {
  const same = 'remote_canaries JOIN remotes USING (name) WHERE name = ? AND version = live_version'
  t.check((await countRows(same, name)) === 0, 'the live version is a canary, too')
  const withdrawn = `remotes JOIN remote_versions USING (name)
    WHERE name = ? AND version = live_version AND (withdrawn_at IS NOT NULL OR removed_at IS NOT NULL)`
  t.check((await countRows(withdrawn, name)) === 0, 'a withdrawn version is live')
  const [recorded] = await rows<{ live_version: string }>('SELECT live_version FROM remotes WHERE name = ?', name)
  const { version } = (await registryEntry(name)) ?? {}
  t.check(version === recorded?.live_version, 'people get another version than recorded')
}
