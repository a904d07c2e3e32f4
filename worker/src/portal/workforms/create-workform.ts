import type { Workform, WorkformInput } from '@portal/contract/workforms'
import type { z } from 'zod'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { bookWorkforms, workformVersions } from '../../platform/db/schema/index.ts'
import { commitOnce, type Step, step } from '../../platform/db/write.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { foldedWorkform } from '../../platform/search/fold-text.ts'
import { checkTemplateFiles, publishWorkform, templateFilesOf } from './rules.ts'

type Input = z.output<typeof WorkformInput>

/** Returns a step that stores the current state of the workform as a version. @param id of the version */
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

/** A new workform, with the steps that store it. */
export interface NewWorkform {
  workform: Workform
  versionId: string
  steps: Step[]
}

/**
 * Returns a new workform of the bookkeeper and the steps that store it.
 * @param detail for the audit log
 * @param starter key of the starter that it is a copy of
 */
export function newWorkform(
  ctx: BookkeeperContext,
  input: Input,
  detail: Record<string, unknown> = {},
  starter: string | null = null,
): NewWorkform {
  const { userId, firmId } = ctx.actor
  const at = ctx.now.toISOString()
  const workform = { id: uuidv7(), ...input, user_id: userId, version: 1, created_at: at, updated_at: at }
  const versionId = uuidv7()
  const steps = [
    step(ctx.db.insert(bookWorkforms).values({ ...workform, ...foldedWorkform(workform), firm_id: firmId, starter })),
    versionStep(ctx, versionId, workform),
    publishWorkform(ctx, workform.id, workform.is_template),
    audit(ctx, {
      action: 'workform.created',
      subjectType: 'workform',
      subjectId: workform.id,
      detail: { name: workform.name, is_template: workform.is_template, fields: workform.fields.length, ...detail },
    }),
  ]
  return { workform, versionId, steps }
}

/** Stores a new workform of the bookkeeper. @param detail for the audit log */
export function storeWorkform(
  ctx: BookkeeperContext,
  input: Input,
  detail: Record<string, unknown> = {},
): Promise<Workform> {
  const { workform, steps } = newWorkform(ctx, input, detail)
  return commitOnce(ctx, steps, workform)
}

/**
 * Creates a workform.
 * @throws AppError `invalid_input` when a template file does not belong to the firm
 */
export async function createWorkform(ctx: BookkeeperContext, input: Input): Promise<Workform> {
  if (input.fields.some((f) => f.templateFile))
    checkTemplateFiles(input.fields, await templateFilesOf(ctx, input.fields))
  return storeWorkform(ctx, input)
}
