/**
 * Tells when somebody is done with a panel that hangs on a button: Escape, a press elsewhere, or the focus going elsewhere.
 * @param onLeft `byKey` is true for Escape
 * @returns what ends the listening
 */
export function listenForDismiss(
  panel: HTMLElement,
  button: HTMLElement | null,
  onLeft: (byKey: boolean) => void,
): () => void {
  const elsewhere = (target: EventTarget | null): boolean =>
    target instanceof Node && !panel.contains(target) && !button?.contains(target)
  const press = (event: Event): void => {
    if (elsewhere(event.target)) onLeft(false)
  }
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    // Only the panel closes, not the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    onLeft(true)
  }
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (elsewhere(relatedTarget)) onLeft(false)
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
