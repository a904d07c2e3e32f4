import { newBookkeeper, type TestBookkeeper, textOf } from '../../worker/src/testing/portal.ts'
import { change, rows, send } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { words } from './lib/requests.ts'
import { serve } from './lib/server.ts'

// Webhook addresses that lead to hosts which only the portal can reach (SSRF).

const PRIVATE_HOSTS = words(`
  127.0.0.1 127.1 127.255.255.254 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001
  １２７.０.０.１ 127。0。0。1 ①②⑦.0.0.1 127.0.0.1. %31%32%37.0.0.1
  10.0.0.1 172.16.0.1 172.31.255.254 192.168.0.1 3232235777 0300.0250.1.1 100.64.0.1 0.0.0.0 0 255.255.255.255
  224.0.0.1 198.18.0.1 192.0.0.8
  169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376 [::ffff:169.254.169.254] [fd00:ec2::254]
  [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1]
  [64:ff9b::127.0.0.1] [64:ff9b::10.0.0.1] [64:ff9b:1::1] [2002:7f00:1::] [2002:a00:1::] [2001:0:7f00:1::]
  [fc00::1] [fe80::1] [febf::1] [ff02::1] [100::1] [2001:db8::1]
  localhost LOCALHOST localhost. x.localhost ｌｏｃａｌｈｏｓｔ lоcalhost metadata metadata.google.internal
  nas.local router.lan db.internal intranet x.home.arpa kubernetes.default.svc.cluster.local`)

/** Public names that resolve to a private address, among others, or to none. */
const ZONE = {
  'half.example': ['93.184.215.14', '127.0.0.1'],
  'six.example': ['93.184.215.14', 'fd00::1'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'zone.example': ['fe80::1%eth0'],
  'strange.example': ['93.184.215.14', 'not an address'],
  'nothing.example': [],
}
const NAMES = [...Object.keys(ZONE), 'a.inside.example', '127.0.0.1.inside.example', 'broken.example']
const PUBLIC = { 'hooks.example': ['93.184.215.14'] }

const BAD_URLS = [
  '',
  `https://${'a'.repeat(3000)}.example/`,
  ...words(String.raw`
    http://hooks.example/ ftp://hooks.example/ file:///etc/passwd gopher://127.0.0.1:6379/_x data:text/plain,x
    javascript:alert(1) ws://hooks.example/ https://user@hooks.example/ https://user:pw@hooks.example/
    https://:pw@hooks.example/ https://hooks.example@127.0.0.1/ https://127.0.0.1#@hooks.example/
    https://127.0.0.1\@hooks.example/ https://127.0.0.1?@hooks.example/ https:127.0.0.1/ https:\\127.0.0.1\
    https:///127.0.0.1/ //127.0.0.1/ /hook https:// https://[::1 https://[fe80::1%25eth0]/
    https://hooks.example:99999/`),
]
/** Line breaks could start a header. The portal may remove them instead of refusing the URL. */
const BROKEN_URLS = [
  'https://hooks.example/\r\nHost: inside',
  'https://hooks.example/%0d%0aX: y',
  'https://hooks.example\r\n.inside.example/',
  'https://hooks.example/\tx',
  'https://hoo\nks.example/',
]

const addWebhook = (who: TestBookkeeper, url: string): Promise<Response> =>
  send(who, 'POST', '/api/webhooks', { url, events: ['created'] })

/** Adds a webhook with a public URL. Each is of another firm, because a firm can change only so much in a minute. */
async function newWebhook(t: Trial) {
  const bookkeeper = await newBookkeeper()
  const added = addWebhook(bookkeeper, 'https://hooks.example/first')
  return { bookkeeper, ...(await t.accepts<{ id: string }>('a public URL', added)) }
}

attack('private addresses of webhooks, when saved', async (t, { resolver }) => {
  Object.assign(resolver.zone, ZONE, PUBLIC)
  const hosts = [...PRIVATE_HOSTS, ...NAMES].map((host) => [`https://${host}/hook`, `https://${host}:8787/hook`])
  for (const urls of [...hosts, BAD_URLS]) {
    const { bookkeeper, id } = await newWebhook(t)
    for (const url of urls) {
      await t.refuses(`adding ${url}`, addWebhook(bookkeeper, url), 'invalid_input')
      const changed = send(bookkeeper, 'PATCH', `/api/webhooks/${id}`, { url })
      await t.refuses(`changing to ${url}`, changed, 'invalid_input')
    }
  }
  t.check(resolver.lookups.has('half.example'), 'the portal did not resolve names')
  const bookkeeper = await newBookkeeper()
  for (const url of BROKEN_URLS) {
    const { ok } = await addWebhook(bookkeeper, url)
    const [row] = await rows('SELECT url FROM webhook_endpoints ORDER BY id DESC LIMIT 1')
    t.check(!ok || !/[\s\p{Cc}]/u.test(textOf(row, 'url')), `${JSON.stringify(url)} is saved as ${textOf(row, 'url')}`)
  }
})

attack('private addresses of webhooks, when something is sent', async (t, { resolver }) => {
  Object.assign(resolver.zone, ZONE, PUBLIC)
  await using inside = await serve((_, response) => response.end('secret'))
  let connections = 0
  inside.server.on('connection', () => connections++)
  const hosts = words(
    '127.0.0.1 2130706433 [::1] [::ffff:127.0.0.1] localhost a.inside.example half.example broken.example',
  )
  const addresses = hosts.map((host) => `https://${host}:${inside.port}/`)
  const urls = [...addresses, `http://127.0.0.1:${inside.port}/`, 'https://me:pw@hooks.example/', 'nonsense']
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
  for (const url of urls) await deliver(url)
  resolver.zone['hooks.example'] = ['10.1.2.3']
  await deliver('https://hooks.example/first')
  t.check(connections === 0, `${connections} connections to a server inside`)
})
