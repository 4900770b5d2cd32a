/** A confirmation for which the person has to type something, such as a name. */
export interface Question {
  readonly question: string;
  readonly answer: string;
}
