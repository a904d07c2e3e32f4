export declare const exclusively: <T>(name: string, work: () => Promise<T>) => Promise<T>;
export declare function inTurn<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T>;
