/** Which section is open or was just submitted, and how to change it. Shared by the cards of the dashboard. */
export interface SectionNavigation {
  /** Assignment id of the open section. */
  opened: string | undefined
  /** Assignment id of the section that was just submitted, while its card says so. */
  sent: string | undefined
  open: (id: string) => void
  close: (id: string) => void
  submitted: (id: string) => void
}
