/**
 * Calls `onDismiss` on Escape, on a press outside the panel, or when the focus leaves it.
 * @param onDismiss `byKey` is true for Escape
 * @returns a cleanup function
 */
export function listenForDismiss(
  panel: HTMLElement,
  button: HTMLElement | null,
  onDismiss: (byKey: boolean) => void,
): () => void {
  const isOutside = (target: EventTarget | null): boolean =>
    target instanceof Node && !panel.contains(target) && !button?.contains(target)
  const press = (event: Event): void => {
    if (isOutside(event.target)) onDismiss(false)
  }
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    // Close only the panel, not the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    onDismiss(true)
  }
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (isOutside(relatedTarget)) onDismiss(false)
  }
  document.addEventListener('pointerdown', press, true)
  document.addEventListener('keydown', key, true)
  panel.addEventListener('focusout', leave)
  return () => {
    document.removeEventListener('pointerdown', press, true)
    document.removeEventListener('keydown', key, true)
    panel.removeEventListener('focusout', leave)
  }
}
