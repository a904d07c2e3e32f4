/** Id of the element around a field's control. */
export function fieldElementId(formId: string, fieldId: string): string {
  return `${formId}-${fieldId}`
}

const FOCUSABLE = ['input:not([type=file])', 'textarea', 'select', 'button'].map((tag) => `${tag}:not(:disabled)`).join()

/** Moves the focus to a field's control, and shows it with its label. */
export function focusField(formId: string, fieldId: string): void {
  const element = document.getElementById(fieldElementId(formId, fieldId))
  const control = element?.querySelector<HTMLElement>(FOCUSABLE)
  control?.focus({ preventScroll: true })
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' })
}
