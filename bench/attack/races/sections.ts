import { uuidv7 } from '../../../worker/src/ids.ts'
import { decide, newWork, submit } from '../../../worker/src/testing/sections.ts'
import { type Attack, Trial } from '../attack.ts'
import { entries, many, N, race, times } from './race.ts'
import { versionOf } from './version.ts'

const DECISIONS = ['doc_approved', 'doc_rejected', 'section.approval_undone', 'section.submitted']
const decisionsOn = async (id: string): Promise<number[]> => Promise.all(DECISIONS.map((action) => entries(action, id)))

/** What is done to one section at once. */
export async function sections(): Promise<Attack> {
  const trial = new Trial('sections: submitted, decided, undone')
  const { bookkeeper, client, first, second } = await newWork()
  const answers = { name: 'Ann' }
  const seen = await versionOf(first.id)
  await race(
    trial,
    'submit',
    1,
    times(N, () => submit(client, first.id, answers, seen)),
  )
  trial.must((await decisionsOn(first.id))[3] === 1, 'a section submitted once is in the trail more than once')
  trial.must(
    (await many(
      "FROM book_client_notifications WHERE client_id = ? AND recipient_type = 'bookkeeper'",
      client.clientId,
    )) <= 1,
    'its notification is doubled',
  )
  const version = await versionOf(first.id)
  const approve = () => decide(bookkeeper, 'approve', first.id, { version })
  const reject = () => decide(bookkeeper, 'reject', first.id, { version, reason: 'No' })
  await race(
    trial,
    'approve and reject',
    1,
    times(N, (i) => (i % 2 ? approve() : reject())),
  )
  const [approved, rejected] = await decisionsOn(first.id)
  trial.must(
    (approved ?? 0) + (rejected ?? 0) === 1,
    `${approved} approvals and ${rejected} rejections of one submission`,
  )
  if (rejected) await submit(client, first.id, answers)
  if (rejected) await decide(bookkeeper, 'approve', first.id, { version: await versionOf(first.id) })
  const decided = await versionOf(first.id)
  await race(
    trial,
    'undo',
    1,
    times(N, () => decide(bookkeeper, 'undo', first.id, { version: decided })),
  )
  trial.must((await decisionsOn(first.id))[2] === 1, 'one approval was undone more than once')
  const key = uuidv7()
  const kept = await versionOf(second.id)
  const won = await race(
    trial,
    'one submit under one key',
    N,
    times(N, () => submit(client, second.id, { note: 'Hello' }, kept, key)),
  )
  trial.must(won.length === N, `only ${won.length} of ${N} repeats of one request got its answer`)
  trial.must((await decisionsOn(second.id))[3] === 1, 'one request under one key was submitted more than once')
  return trial.result('races and checks')
}
