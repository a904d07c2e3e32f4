import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { textOf } from '../../worker/src/testing/portal.ts'
import { type Production, startProduction } from '../production.ts'
import type { Attack } from './attack.ts'
import { Tally } from './tally.ts'
import { NO_FLOOD_LIMIT } from './target.ts'

/** Addresses that a person can set, leading to where only the portal gets: when they are saved, and when something is sent there. */

/** Hosts inside, in every notation. */
const INSIDE = [
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '127.0.0.1.',
  '%31%32%37.0.0.1',

  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '3232235777',
  '0300.0250.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '0',
  '255.255.255.255',
  '224.0.0.1',
  '198.18.0.1',
  '192.0.0.8',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '[fd00:ec2::254]',

  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::]',
  '[2001:0:7f00:1::]',
  '[fc00::1]',
  '[fe80::1]',
  '[febf::1]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',

  'localhost',
  'LOCALHOST',
  'localhost.',
  'x.localhost',
  'ｌｏｃａｌｈｏｓｔ',
  'lоcalhost',
  'metadata',
  'metadata.google.internal',
  'nas.local',
  'router.lan',
  'db.internal',
  'intranet',
  'x.home.arpa',
  'kubernetes.default.svc.cluster.local',
  // Names that lead inside: the resolver of this run says so.

  'a.inside.example',
  '127.0.0.1.inside.example',
  'half.example',
  'six.example',
  'mapped.example',
  'zone.example',
  'nothing.example',
  'broken.example',
  'strange.example',
]
const WHOLE = [
  'http://hooks.example/',
  'ftp://hooks.example/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_x',
  'data:text/plain,x',
  'javascript:alert(1)',
  'ws://hooks.example/',
  'https://user@hooks.example/',
  'https://user:pw@hooks.example/',
  'https://:pw@hooks.example/',
  'https://hooks.example@127.0.0.1/',
  'https://127.0.0.1#@hooks.example/',
  'https://127.0.0.1\\@hooks.example/',
  'https://127.0.0.1?@hooks.example/',
  'https:127.0.0.1/',
  'https:\\\\127.0.0.1\\',
  'https:///127.0.0.1/',
  '//127.0.0.1/',
  '/hook',
  '',
  'https://',
  'https://[::1',
  'https://[fe80::1%25eth0]/',
  'https://hooks.example:99999/',
  `https://${'a'.repeat(3000)}.example/`,
]
/** What a request or a header would be split at goes with the parser, or the address is refused: it never gets through as it is. */
const SPLIT = [
  'https://hooks.example/\r\nHost: inside',
  'https://hooks.example/%0d%0aX: y',
  'https://hooks.example\r\n.inside.example/',
  'https://hooks.example/\tx',
  'https://hoo\nks.example/',
]

/** A resolver that knows names which lead inside, and one that does not. */
async function startResolver() {
  const zone: Record<string, string[]> = {
    'hooks.example': ['93.184.215.14'],
    'half.example': ['93.184.215.14', '127.0.0.1'],
    'six.example': ['93.184.215.14', 'fd00::1'],
    'mapped.example': ['::ffff:10.0.0.1'],
    'zone.example': ['fe80::1%eth0'],
    'strange.example': ['93.184.215.14', 'not an address'],
    'nothing.example': [],
  }
  const asked: string[] = []
  let inside = false
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://resolver')
    const name = searchParams.get('name') ?? ''
    asked.push(name)
    const type = searchParams.get('type') === 'AAAA' ? 28 : 1
    const known = name.endsWith('inside.example') || inside ? ['10.1.2.3'] : zone[name]
    const Answer = known?.filter((ip) => ip.includes(':') === (type === 28)).map((data) => ({ type, data }))
    response
      .writeHead(200, { 'content-type': 'application/dns-json' })
      .end(JSON.stringify({ Status: name === 'broken.example' ? 2 : known ? 0 : 3, Answer }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query`,
    asked,
    /** From now on every name leads inside. */
    turn: () => {
      inside = true
    },
    stop: () => void server.close(),
  }
}

/** Something inside that nobody may reach: it counts who does. */
async function startInside() {
  const got: string[] = []
  const server = createServer((request, response) => {
    got.push(`${request.method} ${request.url}`)
    response.end('secret')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, got, stop: () => void server.close() }
}

const EVENTS = ['created']
const add = (portal: Production, url: string): Promise<Response> =>
  portal.ask('/api/webhooks', { method: 'POST', body: JSON.stringify({ url, events: EVENTS }) })

async function whenSaved(portal: Production, port: number): Promise<Attack> {
  const tally = new Tally('addresses that lead inside, when they are saved', 'addresses')
  const saved = (await (await add(portal, 'https://hooks.example/first')).json()) as { id?: string }
  tally.held(saved.id !== undefined, () => `an honest address was refused: ${JSON.stringify(saved)}`)
  for (const url of [...INSIDE.flatMap((host) => [`https://${host}/hook`, `https://${host}:${port}/hook`]), ...WHOLE]) {
    const added = await add(portal, url)
    tally.held(added.status === 400, () => `${url} was added: ${added.status}`)
    const changed = await portal.ask(`/api/webhooks/${saved.id}`, { method: 'PATCH', body: JSON.stringify({ url }) })
    tally.held(changed.status === 400, () => `${url} was changed to: ${changed.status}`)
  }
  for (const url of SPLIT) {
    const answer = await add(portal, url)
    const [row] = (await portal.db.execute('SELECT url FROM webhook_endpoints ORDER BY id DESC LIMIT 1')).rows
    tally.held(
      answer.status === 400 || !/[\s\p{Cc}]/u.test(textOf(row, 'url')),
      () => `${JSON.stringify(url)} is kept as ${JSON.stringify(row?.['url'])}`,
    )
  }
  await portal.db.execute({ sql: 'DELETE FROM webhook_endpoints WHERE id <> ?', args: [saved.id ?? ''] })
  return tally.attack()
}

/** What was good when it was saved, or got into the database another way, is judged again before anything is sent. */
async function whenSent(portal: Production, port: number, resolver: { turn: () => void }): Promise<Attack> {
  const tally = new Tally('addresses that lead inside, when something is sent', 'deliveries')
  const [endpoint] = (await portal.db.execute('SELECT id FROM webhook_endpoints LIMIT 1')).rows
  const id = textOf(endpoint, 'id')
  const test = async (url: string) => {
    await portal.db.execute({ sql: 'UPDATE webhook_endpoints SET url = ? WHERE id = ?', args: [url, id] })
    const answer = await portal.ask(`/api/webhooks/${id}/test`, { method: 'POST' })
    const delivery = (await answer.json()) as { state?: string; status?: number | null; answer?: string | null }
    tally.held(
      answer.status === 429 || (delivery.state === 'failed' && delivery.status === null && !delivery.answer),
      () => `${url}: ${JSON.stringify(delivery).slice(0, 200)}`,
    )
    return answer.status
  }
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'a.inside.example',
    'half.example',
    'broken.example',
  ]
  const urls = [
    ...hosts.map((host) => `https://${host}:${port}/`),
    `http://127.0.0.1:${port}/`,
    'https://me:pw@hooks.example/',
    'nonsense',
  ]
  for (const url of urls) tally.held((await test(url)) !== 429, () => `${url} could not be tried`)
  resolver.turn()
  // Public when it was saved, inside now.
  await test('https://hooks.example/first')
  return tally.attack()
}

export async function attackAddresses(): Promise<Attack[]> {
  const [resolver, inside] = [await startResolver(), await startInside()]
  const portal = await startProduction({ vars: { DOH_URL: resolver.url }, floodLimit: NO_FLOOD_LIMIT })
  try {
    const attacks = [await whenSaved(portal, inside.port), await whenSent(portal, inside.port, resolver)]
    const reached = new Tally('what is reached inside', 'servers')
    reached.held(inside.got.length === 0, () => `reached: ${inside.got.join(', ')}`)
    reached.held(resolver.asked.includes('half.example'), () => 'the resolver of this run was not asked')
    return [...attacks, reached.attack()]
  } finally {
    await portal.stop()
    resolver.stop()
    inside.stop()
  }
}
