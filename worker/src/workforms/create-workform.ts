import type { Workform, WorkformInput } from '@portal/contract/workforms'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { bookWorkforms, workformVersions } from '../db/schema/index.ts'
import { commitOnce, type Step, step } from '../db/write.ts'
import { uuidv7 } from '../ids.ts'
import { checkTemplateFiles, tellWorkform, templateFilesOf } from './rules.ts'

type Input = z.output<typeof WorkformInput>

/** A step that stores the workform's present state as a version of its own. @param id of the version */
export function versionStep(
  ctx: BookkeeperContext,
  id: string,
  workform: Pick<Workform, 'id' | 'version' | 'name' | 'description' | 'fields'>,
): Step {
  const { id: workform_id, version, name, description, fields } = workform
  return step(
    ctx.db
      .insert(workformVersions)
      .values({ id, workform_id, version, name, description, fields, created_at: ctx.now.toISOString() }),
  )
}

/** A workform of the bookkeeper with its first version, as steps of a batch. */
export interface Making {
  workform: Workform
  versionId: string
  steps: Step[]
}

/**
 * What makes a workform of the bookkeeper.
 * @param starter key of the built-in starter template that it is a copy of
 * @param detail goes into the audit trail
 */
export function makingOf(
  ctx: BookkeeperContext,
  input: Input,
  detail: Record<string, unknown> = {},
  starter: string | null = null,
): Making {
  const { userId, firmId } = ctx.actor
  const at = ctx.now.toISOString()
  const workform = { id: uuidv7(), ...input, user_id: userId, version: 1, created_at: at, updated_at: at }
  const versionId = uuidv7()
  const steps = [
    step(ctx.db.insert(bookWorkforms).values({ ...workform, firm_id: firmId, starter })),
    versionStep(ctx, versionId, workform),
    tellWorkform(ctx, workform.id, workform.is_template),
    audit(ctx, {
      action: 'workform.created',
      subjectType: 'workform',
      subjectId: workform.id,
      detail: { name: workform.name, is_template: workform.is_template, fields: workform.fields.length, ...detail },
    }),
  ]
  return { workform, versionId, steps }
}

/** Makes a workform of the bookkeeper. `detail` goes into the audit trail. */
export function makeWorkform(
  ctx: BookkeeperContext,
  input: Input,
  detail: Record<string, unknown> = {},
): Promise<Workform> {
  const { workform, steps } = makingOf(ctx, input, detail)
  return commitOnce(ctx, steps, workform)
}

/**
 * Creates a workform.
 * @throws AppError `invalid_input` when a template file is not the firm's
 */
export async function createWorkform(ctx: BookkeeperContext, input: Input): Promise<Workform> {
  if (input.fields.some((f) => f.templateFile))
    checkTemplateFiles(input.fields, await templateFilesOf(ctx, input.fields))
  return makeWorkform(ctx, input)
}
