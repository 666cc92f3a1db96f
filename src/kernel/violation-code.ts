/** How an input field violates a rule, so that a form can word it itself. */
export const ViolationCode = {
  REQUIRED: 'REQUIRED',
  FORMAT: 'FORMAT',
  LENGTH: 'LENGTH',
  RANGE: 'RANGE',
  NOT_ALLOWED: 'NOT_ALLOWED',
  NOT_UNIQUE: 'NOT_UNIQUE',
  CONFLICT: 'CONFLICT',
} as const;
export type ViolationCode = (typeof ViolationCode)[keyof typeof ViolationCode];
