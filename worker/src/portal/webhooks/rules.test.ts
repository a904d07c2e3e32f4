import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assert, double, integer, property } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress, isPublicIp } from '../../platform/net/public-address.ts'
import { addressProblem } from '../../platform/net/address-problem.ts'
import { startReceiver } from '../../testing/receiver.ts'
import { nextTry, MAX_AGE_MS } from './retry.ts'
import { send } from './send.ts'
import { encodeSecret } from './signing-secrets.ts'

describe('send', () => {
  it('signs with each secret as Standard Webhooks prescribes', async () => {
    const secret = new Uint8Array(Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'))
    expect(encodeSecret(secret)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    const receiver = await startReceiver()
    const out = { url: receiver.url, id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' }
    const config = { development: true, DOH_URL: '' }
    await send(config, { ...out, secrets: [new Uint8Array(32), secret] }, new Date(1_614_265_330_999))
    await receiver.stop()
    expect(receiver.requests).toMatchObject([
      {
        body: out.body,
        headers: {
          'webhook-id': out.id,
          'webhook-timestamp': '1614265330',
          'webhook-signature': expect.stringMatching(
            /^v1,[\w+/]{43}= v1,g0hM9SsE\+OTPJTGt\/tmIKtSyZlE3uFJELVlNIOLJ1OE=$/,
          ) as string,
        },
      },
    ])
  })
})

describe('nextTry', () => {
  it('backs off until a day has passed, with a last attempt at the end', () => {
    const queued = Date.parse('2026-03-29T00:30:00Z')
    const delays: number[] = []
    let now = queued
    for (
      let next = nextTry(1, queued, now, 0, 0.5);
      next !== null;
      next = nextTry(delays.length + 1, queued, now, 0, 0.5)
    ) {
      delays.push(next - now)
      now = next
    }
    expect(delays.slice(0, 6)).toEqual([5000, 20_000, 80_000, 320_000, 1_280_000, 5_120_000])
    expect(delays.slice(6, -1).every((d) => d === 4 * 3_600_000)).toBe(true)
    expect(now).toBe(queued + MAX_AGE_MS)
  })

  it('is never immediate and never after the day, whatever the receiver requests', () => {
    const [tries, passed, wish] = [
      integer({ min: 1, max: 60 }),
      integer({ min: 0, max: 2 * MAX_AGE_MS }),
      integer({ min: 0, max: 1e9 }),
    ]
    assert(
      property(tries, passed, wish, double({ min: 0, max: 1, noNaN: true }), (n, after, wished, random) => {
        const next = nextTry(n, 0, after, wished, random)
        if (after >= MAX_AGE_MS) return next === null
        return (
          next !== null &&
          next <= MAX_AGE_MS &&
          next > after &&
          (next === MAX_AGE_MS || next - after >= Math.max(4500, wished))
        )
      }),
    )
  })
})

const PRIVATE_HOSTS: readonly (readonly [string, ...string[]])[] = [
  [
    'loopback',
    '127.0.0.1',
    '127.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7f.1',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '0177.0.0.1',
    '0177.1',
    '017700000001',
    '１２７.０.０.１',
    '127。0。0。1',
    '%31%32%37.0.0.1',
  ],
  [
    'private',
    '10.0.0.1',
    '0x0a.1',
    '167772161',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '3232235777',
    '0300.0250.1.1',
  ],
  ['link-local', '169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376'],
  ['carrier-grade', '100.64.0.1', '100.127.255.255'],
  [
    'reserved',
    '0',
    '0.0.0.0',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  [
    'IPv6',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[ff02::1]',
  ],
  [
    'IPv4 in IPv6',
    '[::ffff:127.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:0:10.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2002:a00:1::]',
    '[2001:0:7f00:1::]',
  ],
  ['documentation', '[2001:db8::1]', '[3fff::1]', '[100::1]'],
  [
    'names',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'db.localhost',
    'nas.local',
    'api.internal',
    'metadata.google.internal',
    'router.lan',
    'x.home.arpa',
    'intranet',
    'ｌｏｃａｌｈｏｓｔ',
    'lоcalhost',
    'kubernetes.default.svc.cluster.local',
    'db.',
  ],
]

describe('isPublicAddress', () => {
  it.each(PRIVATE_HOSTS)('refuses %s addresses in every notation', (_kind, ...hosts) => {
    for (const host of hosts) expect([host, isPublicAddress(`https://${host}/hook`, false)]).toEqual([host, false])
  })

  it('accepts public https addresses without credentials', () => {
    for (const url of [
      'http://hooks.example.com/',
      'ftp://hooks.example.com/',
      'https://me@hooks.example.com/',
      'https://:pw@hooks.example.com/',
      'https://127.0.0.1#@hooks.example.com/',
      ...'https:127.0.0.1/ https:///127.0.0.1/ //127.0.0.1/ https://hooks.example.com:99999/ https://'.split(' '),
      ...'file:///etc/passwd gopher://127.0.0.1:6379/_x data:text/plain,x javascript:alert(1)'.split(' '),
      'x',
      '',
    ]) {
      expect([url, isPublicAddress(url, false)]).toEqual([url, false])
    }
    const hosts = [
      'hooks.example.com',
      'hooks.example.com:8443',
      '1.1.1.1',
      '172.32.0.1',
      '100.128.0.1',
      '192.169.0.1',
      '[2606:4700::1111]',
      '10.example.com',
      'mylocal.example',
    ]
    for (const host of hosts) expect([host, isPublicAddress(`https://${host}/hook`, false)]).toEqual([host, true])
    for (const ip of ['8.8.8.8', '2a00:1450:4001::200e', '2003::1']) expect([ip, isPublicIp(ip)]).toEqual([ip, true])
  })
})

describe('addressProblem', () => {
  /** The records of the test resolver. */
  const zone: Record<string, { A?: string[]; AAAA?: string[]; status?: number }> = {
    'hooks.example.com': { A: ['93.184.215.14'], AAAA: ['2606:2800:21f::1'] },
    'v6.example.com': { AAAA: ['2606:2800:21f::1'] },
    'inside.example.com': { A: ['10.1.2.3'] },
    'half.example.com': { A: ['93.184.215.14', '127.0.0.1'] },
    'six.example.com': { A: ['93.184.215.14'], AAAA: ['fd00::1'] },
    'mapped.example.com': { AAAA: ['::ffff:169.254.169.254'] },
    'zone.example.com': { AAAA: ['fe80::1%eth0'] },
    'strange.example.com': { A: ['93.184.215.14', 'not an address'] },
    'empty.example.com': {},
    'broken.example.com': { A: ['93.184.215.14'], status: 2 },
  }
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://resolver')
    const type = searchParams.get('type') === 'AAAA' ? 'AAAA' : 'A'
    const known = zone[searchParams.get('name') ?? '']
    const answers = (known?.[type] ?? []).map((data) => ({ type: type === 'A' ? 1 : 28, data }))
    const alias = { type: 5, data: 'alias.example.com.' }
    response.writeHead(200, { 'content-type': 'application/dns-json' })
    response.end(
      JSON.stringify({
        Status: known ? (known.status ?? 0) : 3,
        Answer: answers.length > 0 ? [alias, ...answers] : undefined,
      }),
    )
  })
  let config = { development: false, DOH_URL: '' }
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    config = { development: false, DOH_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query` }
  })
  afterAll(() => void server.close())

  it('refuses an address with a line break or space', async () => {
    for (const url of [
      'https://hooks.example.com/\r\nHost: x',
      'https://hoo\nks.example.com/',
      'https://hooks.example.com/\tx',
      'https://hooks.example.com/a b',
    ]) {
      expect([url, await addressProblem(config, url)]).toEqual([url, expect.stringContaining('complete address')])
    }
  })

  it.each([
    ['hooks.example.com', undefined],
    ['v6.example.com', undefined],
    ['inside.example.com', 'does not lead to the public internet'],
    ['half.example.com', 'does not lead to the public internet'],
    ['six.example.com', 'does not lead to the public internet'],
    ['mapped.example.com', 'does not lead to the public internet'],
    ['zone.example.com', 'does not lead to the public internet'],
    ['strange.example.com', 'does not lead to the public internet'],
    ['empty.example.com', 'could not be resolved'],
    ['unknown.example.com', 'could not be resolved'],
    ['broken.example.com', 'could not be resolved'],
  ])('checks all addresses that %s resolves to', async (name, problem) => {
    const found = await addressProblem(config, `https://${name}/hook`)
    if (problem === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(problem)
  })

  it('refuses names that resolve to private addresses or cannot be resolved', async () => {
    const out = { url: 'https://inside.example.com/hook', id: 'x', body: '{}', secrets: [new Uint8Array(32)] }
    expect(await send(config, out, new Date())).toMatchObject({
      ok: false,
      status: null,
      error: expect.stringContaining('public internet') as string,
    })
    const noResolver = { development: false, DOH_URL: 'http://127.0.0.1:9/dns-query' }
    expect(await addressProblem(noResolver, 'https://hooks.example.com/')).toContain('could not be resolved')
    // An IP address needs no resolver.
    expect(await addressProblem(noResolver, 'https://1.1.1.1/')).toBeUndefined()
  })
})
