import * as fc from 'fast-check'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { Id } from '@portal/contract/common'
import { endpointsOf } from '../docs/openapi.ts'
import { newBookkeeper, problemOf } from '../../testing/portal.ts'
import { send } from '../../testing/work.ts'
import { fieldName, validationMessage } from './validation-message.ts'

const complaintsOf = (schema: z.ZodType, value: unknown): string[] => {
  const result = schema.safeParse(value, { error: validationMessage })
  return result.success ? [] : result.error.issues.map((issue) => issue.message)
}

it('names the field and the problem in plain English', () => {
  const schema = z.object({
    due_date: z.iso.date(),
    workform_id: Id,
    size: z.number().int().min(1).max(5),
    tags: z.array(z.string().max(3)).max(1),
    kind: z.enum(['a', 'b']),
    on: z.boolean(),
  })
  expect(complaintsOf(schema, {})).toEqual([
    'Due date is required.',
    'Workform is required.',
    'Size is required.',
    'Tags is required.',
    'Kind is required.',
    'On is required.',
  ])
  const wrong = { due_date: 'soon', workform_id: '12', size: 9, tags: ['long'], kind: 'c', on: 'yes' }
  expect(complaintsOf(schema, wrong)).toEqual([
    'Due date must be a date, such as 2026-01-31.',
    'Workform must be a valid id.',
    'Size must be at most 5.',
    'Tags must have at most 3 characters.',
    'Kind must be one of: a, b.',
    'On must be true or false.',
  ])
  expect(complaintsOf(schema.shape.tags, ['a', 'b'])).toEqual(['This must have at most 1 entry.'])
  expect(complaintsOf(z.strictObject({}), { more: 1 })).toEqual(['This must not contain more.'])
  expect([fieldName(['items', 0, 'companyName']), fieldName([]), fieldName(['id'])]).toEqual([
    'Company name',
    'This',
    'The id',
  ])
})

it('never shows a message of the validator, whatever is sent', async () => {
  const { api } = await import('../../app.ts')
  const endpoints = endpointsOf(new Hono().route('/api', api as never))
  const schemas = endpoints.flatMap(({ spec }) => [spec.json, spec.query, spec.param].flatMap((schema) => schema ?? []))
  expect(schemas.length).toBeGreaterThan(100)
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined))
  for (const schema of schemas) {
    const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : ['x']
    const input = fc.oneof(value, fc.dictionary(fc.constantFrom('x', ...keys), value))
    fc.assert(
      fc.property(input, (sent) => {
        for (const text of complaintsOf(schema, sent))
          expect(text).not.toMatch(
            /Invalid (input|UUID|string|option|ISO)|expected|, received|undefined|NaN|Too (small|big)|regex|\/\^/,
          )
      }),
      { numRuns: 30 },
    )
  }
})

it('returns these messages over HTTP', async () => {
  const bookkeeper = await newBookkeeper()
  expect(await problemOf(await bookkeeper.fetch('/api/clients/12'))).toMatchObject({
    detail: 'The id must be a valid id.',
    errors: [{ path: 'id', message: 'The id must be a valid id.' }],
  })
  expect(await problemOf(await send(bookkeeper, 'POST', '/api/webhooks', {}))).toMatchObject({
    detail: 'URL is required.',
  })
})
