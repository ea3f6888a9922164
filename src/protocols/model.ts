/** Whose words a turn of a conversation has. */
export type Speaker = 'model' | 'tool' | 'user';
