import { describe, expect, it } from 'vitest'
import { workerSources } from '../../testing/product-sources.ts'
import { networkOf, siteOf } from './network-of.ts'

describe('the network of an address', () => {
  it.each(['203.0.113.9', '::ffff:203.0.113.9', '::FFFF:cb00:7109', '0:0:0:0:0:ffff:203.0.113.9'])(
    'is the IPv4 address when the address is %s',
    (address) => expect(networkOf(address)).toBe('203.0.113.9'),
  )

  it.each([
    '2001:db8:a:b::1',
    '2001:0db8:000a:000b:0000:0000:0000:0001',
    '2001:DB8:A:B:ffff:ffff:ffff:ffff',
    '2001:db8:a:b::',
    '2001:db8:a:b::203.0.113.9',
  ])('is the /64 in one notation when the address is %s', (address) =>
    expect(networkOf(address)).toBe('2001:db8:a:b::/64'),
  )

  it('fills in the groups that :: stands for', () => {
    expect(['2001:db8::1', '2001:db8::1:2:3:4:5', '::1', '::', '1::', '::2:3:4:5:6:7:8'].map(networkOf)).toEqual([
      '2001:db8:0:0::/64',
      '2001:db8:0:1::/64',
      '0:0:0:0::/64',
      '0:0:0:0::/64',
      '1:0:0:0::/64',
      '0:2:3:4::/64',
    ])
  })

  it('is empty when the address is unknown', () => expect(networkOf('')).toBe(''))

  it('is the same for all addresses that cannot be parsed', () => {
    const broken = [
      'nonsense',
      'fe80::1%eth0',
      '1:2',
      '203.0.113.9:80',
      '999.1.1.1',
      '[::1]',
      'a b',
      '1:2:3:4:5:6:7:8:9',
    ]
    expect(new Set(broken.map(networkOf))).toEqual(new Set(['unreadable']))
  })
})

it('groups networks by site', () => {
  const sites = ['2001:db8:a:b::1', '2001:db8:a:c::1', '2001:db8:d:b::1', '203.0.113.9', 'nonsense', '']
  expect(sites.map((address) => siteOf(networkOf(address)))).toEqual([
    '2001:db8:a::/48',
    '2001:db8:a::/48',
    '2001:db8:d::/48',
    '203.0.113.9',
    'unreadable',
    '',
  ])
})

it('is the only way to learn where a request comes from', () => {
  const readers = workerSources.filter(({ code }) =>
    /cf-connecting-ip|x-forwarded-for|x-real-ip|true-client-ip|getConnInfo/i.test(code),
  )
  expect(readers.map(({ path }) => path)).toEqual(['platform/http/context.ts'])
  expect(readers[0]?.code).toContain("networkOf(c.req.header('cf-connecting-ip')")
})
