import { MAX_FIELDS } from '@portal/contract/limits'
import type { UpdateWorkform } from '@portal/contract/workforms'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { rowsRead } from '../../testing/counting-database.ts'
import { newBookkeeper } from '../../testing/portal.ts'
import { assigned, createdClient, newWorkform, textField } from '../../testing/work.ts'
import { deleteWorkform } from './delete-workform.ts'
import { updateWorkform } from './update-workform.ts'

const FIELDS = Array.from({ length: MAX_FIELDS }, (_, i) => textField(`field-${i}`, `Section ${i}`))
const INPUT: z.output<typeof UpdateWorkform> = { name: 'Large', fields: [], version: 1 }

it('reads no more rows for an edit or a deletion when three times as many clients have a large workform', async () => {
  const bea = await newBookkeeper()
  // Refused after they have read, because the context only reads.
  const other = await newBookkeeper()
  const refused = (operation: (ctx: BookkeeperContext) => Promise<unknown>) =>
    rowsRead(other, (ctx) => expect(operation(ctx)).rejects.toMatchObject({ code: 'not_found' }))
  const measure = async (clients: number) => {
    const workform = await newWorkform(bea, { fields: FIELDS })
    for (let i = 0; i < clients; i++) await assigned(bea, workform, [(await createdClient(bea)).id])
    return {
      edit: await refused((ctx) => updateWorkform(ctx, workform.id, INPUT)),
      deletion: await refused((ctx) => deleteWorkform(ctx, workform.id)),
    }
  }
  const [two, six] = [await measure(2), await measure(6)]
  expect(six.edit).toBeLessThanOrEqual(two.edit * 1.05)
  expect(six.deletion).toBeLessThanOrEqual(two.deletion * 1.05)
})
