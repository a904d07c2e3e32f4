import { newBookkeeper, type TestBookkeeper } from '../../worker/src/testing/portal.ts'
import { change, send } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { words } from './lib/requests.ts'
import { serve } from './lib/server.ts'

/**
 * Webhook addresses that lead to hosts which only the portal can reach (SSRF), in production. Which addresses are
 * private, in every notation, is tested in `worker/src/portal/webhooks/rules.test.ts`.
 */

const HOSTS = words(
  '127.0.0.1 2130706433 [::1] [::ffff:127.0.0.1] localhost a.inside.example half.example broken.example',
)
const ZONE = { 'hooks.example': ['93.184.215.14'], 'half.example': ['93.184.215.14', '127.0.0.1'] }

const addWebhook = (who: TestBookkeeper, url: string): Promise<Response> =>
  send(who, 'POST', '/api/webhooks', { url, events: ['created'] })

async function newWebhook(t: Trial) {
  const bookkeeper = await newBookkeeper()
  const added = addWebhook(bookkeeper, 'https://hooks.example/first')
  return { bookkeeper, ...(await t.accepts<{ id: string }>('a public URL', added)) }
}

attack('private addresses of webhooks, when saved', async (t, { resolver }) => {
  Object.assign(resolver.zone, ZONE)
  const { bookkeeper, id } = await newWebhook(t)
  const urls = HOSTS.flatMap((host) => [`https://${host}/hook`, `https://${host}:8787/hook`])
  for (const url of [...urls, 'http://hooks.example/', 'https://user:pw@hooks.example/']) {
    await t.refuses(`adding ${url}`, addWebhook(bookkeeper, url), 'invalid_input')
    const changed = send(bookkeeper, 'PATCH', `/api/webhooks/${id}`, { url })
    await t.refuses(`changing to ${url}`, changed, 'invalid_input')
  }
  t.check(resolver.lookups.has('half.example'), 'the portal did not resolve names')
})

attack('private addresses of webhooks, when something is sent', async (t, { resolver }) => {
  Object.assign(resolver.zone, ZONE)
  await using inside = await serve((_, response) => response.end('secret'))
  let connections = 0
  inside.server.on('connection', () => connections++)
  const { bookkeeper, id } = await newWebhook(t)
  const deliver = async (url: string) => {
    // The URL was public when it was saved, or got into the database in another way.
    await change('UPDATE webhook_endpoints SET url = ? WHERE id = ?', url, id)
    const sent = await t.accepts<{ state: string; status: number | null; answer: string | null }>(
      url,
      send(bookkeeper, 'POST', `/api/webhooks/${id}/test`),
    )
    const isRefused = sent.state === 'failed' && sent.status === null && !sent.answer
    t.check(isRefused, `${url}: ${JSON.stringify(sent).slice(0, 200)}`)
  }
  for (const host of HOSTS) await deliver(`https://${host}:${inside.port}/`)
  for (const url of [`http://127.0.0.1:${inside.port}/`, 'https://me:pw@hooks.example/', 'nonsense']) await deliver(url)
  resolver.zone['hooks.example'] = ['10.1.2.3']
  await deliver('https://hooks.example/first')
  t.check(connections === 0, `${connections} connections to a server inside`)
})
