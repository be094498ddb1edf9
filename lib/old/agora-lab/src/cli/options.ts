import { Option } from 'commander';
import { z } from 'zod';
import { check } from 'agora-voting/internal';

/** @throws AgoraError 'setting' naming the option, what it needs and what it got */
export function checkOption(name: string, schema: z.ZodType, value: unknown): void {
  check('the command', z.object({ [name]: schema }), { [name]: value });
}

/** An option that takes a number. */
export function numberOption(flags: string, description: string, schema: z.ZodType, usual?: number): Option {
  const option = new Option(flags, description).argParser((text) => {
    const value = text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
    checkOption(option.long ?? flags, schema, value);
    return value;
  });
  return usual === undefined ? option : option.default(usual);
}

/** An option that takes a text. */
export function textOption(flags: string, description: string, schema: z.ZodType): Option {
  const option = new Option(flags, description).argParser((text) => {
    checkOption(option.long ?? flags, schema, text);
    return text;
  });
  return option;
}
