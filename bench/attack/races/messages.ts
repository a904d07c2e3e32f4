import { uuidv7 } from '../../../worker/src/ids.ts'
import { newBookkeeper, newClient } from '../../../worker/src/testing/portal.ts'
import { rows, send } from '../../../worker/src/testing/work.ts'
import { type Attack, Trial } from '../attack.ts'
import { many, N, race, times } from './race.ts'

/** What is sent twice. */
export async function messages(): Promise<Attack> {
  const trial = new Trial('messages, webhooks and downloads')
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const [thread] = await rows<{ id: string }>('SELECT id FROM chat_threads WHERE client_id = ?', client.clientId)
  const path = `/api/chat/threads/${thread?.id}/messages`
  const key = { 'idempotency-key': uuidv7() }
  const sent = await race(
    trial,
    'one message under one key',
    N,
    times(N, () => send(client, 'POST', path, { message: 'Hello' }, key)),
  )
  const ids = new Set(await Promise.all(sent.map(async (a) => ((await a.json()) as { id: string }).id)))
  trial.must(ids.size === 1 && sent.length === N, `one message under one key became ${ids.size}`)
  const id = uuidv7()
  await race(
    trial,
    'one message under one id',
    N,
    times(N, () => send(client, 'POST', path, { id, message: 'Hello again' })),
  )
  trial.must((await many('FROM chat_messages WHERE thread_id = ?', thread?.id ?? '')) === 2, 'a message is doubled')
  await Promise.all(
    times(10, (i) =>
      i % 2 ? send(client, 'DELETE', `${path}/${id}`) : send(client, 'PATCH', `${path}/${id}`, { message: 'Edited' }),
    ),
  )
  const [row] = await rows<{ message: string; deleted_at: string | null }>(
    'SELECT message, deleted_at FROM chat_messages WHERE id = ?',
    id,
  )
  trial.must(row?.deleted_at !== null && row?.message === '', `a deleted message says ${row?.message}`)
  const hook = await send(bookkeeper, 'POST', '/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['created'] })
  const webhook = (await hook.json()) as { id: string }
  const tested = (await (await send(bookkeeper, 'POST', `/api/webhooks/${webhook.id}/test`)).json()) as { id: string }
  await race(
    trial,
    'sending a webhook again',
    N,
    times(N, () => send(bookkeeper, 'POST', `/api/webhooks/deliveries/${tested.id}/resend`)),
  )
  trial.must(
    (await many('FROM webhook_deliveries WHERE endpoint_id = ?', webhook.id)) === 1,
    'a delivery sent again became two',
  )
  await race(
    trial,
    'removing a webhook',
    1,
    times(N, () => send(bookkeeper, 'DELETE', `/api/webhooks/${webhook.id}`)),
  )
  const hooks = times(N, (i) =>
    send(bookkeeper, 'POST', '/api/webhooks', { url: `http://127.0.0.1:9/${i}`, events: ['created'] }),
  )
  await race(trial, 'ten webhooks at most', 10, hooks)
  return trial.result('races and checks')
}
