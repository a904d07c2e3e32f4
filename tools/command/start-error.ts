/** An error that the user of a command can fix. Printed as a message without a stack trace. */
export class StartError extends Error {}
