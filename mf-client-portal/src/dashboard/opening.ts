/** Which section is open, and what was just done: shared by the cards of the dashboard. */
export interface Opening {
  /** The open section, by its assignment. */
  opened: string | undefined
  /** The section that was submitted last, while its card says so. */
  sent: string | undefined
  open: (id: string) => void
  close: (id: string) => void
  submitted: (id: string) => void
}
