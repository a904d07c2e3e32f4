export declare function lastSeq(userId: string): number | undefined;
export declare function rememberSeq(userId: string, seq: number, restart?: boolean): void;
