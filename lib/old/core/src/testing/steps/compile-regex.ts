import { parseRegExpLiteral, type AST } from '@eslint-community/regexpp';

/*
 * Compiles a regular expression to a program for `matchSteps`: a list of instructions that try, go back and try again, as
 * the engine's own matcher does.
 */

export interface Program {
  readonly instructions: readonly Instruction[];
  /** The flag u or v: a character is a code point. */
  readonly byCodePoint: boolean;
  /** The flag m. */
  readonly byLine: boolean;
  /** It matches where the search begins or nowhere, by the flag y or as it begins with ^. */
  readonly isFixed: boolean;
}

export interface Instruction {
  readonly does: Action;
  /** The characters that `next` and `previous` take. */
  readonly accepts: CharacterTest;
  /** An instruction's index to `fork` or `jump` to, a register, or what a `look` has to do: 1 to fail, 0 not to. */
  argument: number;
}

export type Action =
  /** Takes the character behind the place, or in front of it, where `accepts` holds. */
  | 'next'
  | 'previous'
  /** Goes on with the next instruction and, should all behind it fail, with instruction `argument`. */
  | 'fork'
  | 'jump'
  /** Hold at the beginning and the end of the text (with the flag m, of a line), at a word's edge, and elsewhere. */
  | 'beginning'
  | 'end'
  | 'edge'
  | 'no edge'
  /** Tries the code after the next jump, up to `accept`. */
  | 'look'
  /** Keeps the place in register `argument`. */
  | 'mark'
  /** Fails where the place is still the one kept: what repeats nothing ends. */
  | 'moved'
  /**
   * Takes once more the text between the places in registers `argument` and `argument + 1`. Unlike the engine's, a
   * repeated group does not forget what it took the time before.
   */
  | 'group'
  | 'accept';

/** Whether a character, given by its code, is one that a part of a regular expression accepts. */
export type CharacterTest = (code: number) => boolean;

/**
 * @throws Error for what is not followed: a group taken again within a lookbehind, or without regard to case
 */
export function compileRegex({ source, flags }: RegExp): Program {
  const instructions: Instruction[] = [];
  const registers = new Map<AST.Node, number>();
  let registerCount = 0;
  const ofCharacter = [...flags].filter((flag) => 'isuv'.includes(flag)).join('');

  const write = (does: Action, argument = 0, accepts: CharacterTest = none): Instruction => {
    const instruction = { does, accepts, argument };
    instructions.push(instruction);
    return instruction;
  };
  const leadHere = (from: Instruction): void => void (from.argument = instructions.length);
  const newRegisters = (count: number): number => (registerCount += count) - count;

  function writeAlternatives(alternatives: readonly AST.Alternative[], backwards: boolean): void {
    const jumps: Instruction[] = [];
    for (const { elements } of alternatives.slice(0, -1)) {
      const other = write('fork');
      writeAll(elements, backwards);
      jumps.push(write('jump'));
      leadHere(other);
    }
    writeAll(alternatives.at(-1)?.elements ?? [], backwards);
    jumps.forEach(leadHere);
  }

  function writeAll(elements: readonly AST.Element[], backwards: boolean): void {
    for (const element of backwards ? elements.toReversed() : elements) writeElement(element, backwards);
  }

  function writeElement(element: AST.Element, backwards: boolean): void {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        write(backwards ? 'previous' : 'next', 0, characterTest(element.raw, ofCharacter));
        return;
      case 'Group':
        writeAlternatives(element.alternatives, backwards);
        return;
      case 'CapturingGroup':
        writeGroup(element, backwards);
        return;
      case 'Quantifier':
        writeRepeated(element, backwards);
        return;
      case 'Assertion':
        writeAssertion(element);
        return;
      case 'Backreference':
        if (backwards || flags.includes('i') || Array.isArray(element.resolved))
          throw new Error(`/${source}/${flags} takes ${element.raw} in a way that is not followed`);
        write('group', registersOf(element.resolved));
    }
  }

  function registersOf(group: AST.CapturingGroup): number {
    const known = registers.get(group) ?? newRegisters(2);
    registers.set(group, known);
    return known;
  }

  function writeGroup(group: AST.CapturingGroup, backwards: boolean): void {
    const isTakenAgain = group.references.length > 0;
    if (isTakenAgain) write('mark', registersOf(group));
    writeAlternatives(group.alternatives, backwards);
    if (isTakenAgain) write('mark', registersOf(group) + 1);
  }

  function writeRepeated({ element, min, max, greedy }: AST.Quantifier, backwards: boolean): void {
    const register = canBeEmpty(element) ? newRegisters(1) : null;
    const writeOnce = (): void => {
      if (register !== null) write('mark', register);
      writeElement(element, backwards);
      if (register !== null) write('moved', register);
    };
    /** Goes on or out: greedy repetition would rather go on. */
    const writeChoice = (): Instruction => {
      const choice = write('fork');
      if (greedy) return choice;
      const out = write('jump');
      leadHere(choice);
      return out;
    };
    for (let count = 0; count < min; count++) writeElement(element, backwards);
    if (max === Infinity) {
      const top = instructions.length;
      const out = writeChoice();
      writeOnce();
      write('jump', top);
      leadHere(out);
      return;
    }
    const outs: Instruction[] = [];
    for (let count = min; count < max; count++) {
      outs.push(writeChoice());
      writeOnce();
    }
    outs.forEach(leadHere);
  }

  function writeAssertion(assertion: AST.Assertion): void {
    switch (assertion.kind) {
      case 'start':
        write('beginning');
        return;
      case 'end':
        write('end');
        return;
      case 'word':
        write(assertion.negate ? 'no edge' : 'edge');
        return;
      case 'lookahead':
      case 'lookbehind': {
        write('look', assertion.negate ? 1 : 0);
        const out = write('jump');
        writeAlternatives(assertion.alternatives, assertion.kind === 'lookbehind');
        write('accept');
        leadHere(out);
      }
    }
  }

  const { pattern } = parseRegExpLiteral(`/${source}/${flags}`);
  writeAlternatives(pattern.alternatives, false);
  write('accept');
  const byLine = flags.includes('m');
  return {
    instructions,
    byCodePoint: flags.includes('u') || flags.includes('v'),
    byLine,
    isFixed: flags.includes('y') || (!byLine && allBeginAtBeginning(pattern.alternatives)),
  };
}

const none: CharacterTest = () => false;

function canBeEmpty(element: AST.Element): boolean {
  switch (element.type) {
    case 'Assertion':
    case 'Backreference':
      return true;
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.some(({ elements }) => elements.every(canBeEmpty));
    case 'Quantifier':
      return element.min === 0 || canBeEmpty(element.element);
    default:
      return false;
  }
}

function allBeginAtBeginning(alternatives: readonly AST.Alternative[]): boolean {
  return alternatives.every(({ elements: [first] }) => {
    if (first?.type === 'Assertion') return first.kind === 'start';
    const isGroup = first?.type === 'Group' || first?.type === 'CapturingGroup';
    return isGroup && allBeginAtBeginning(first.alternatives);
  });
}

const characterTests = new Map<string, CharacterTest>();
const exec = RegExp.prototype.exec;

/** Asks the engine itself, once for each character. */
function characterTest(raw: string, flags: string): CharacterTest {
  const key = `${raw} ${flags}`;
  const known = characterTests.get(key);
  if (known !== undefined) return known;
  const regex = new RegExp(`^(?:${raw})$`, flags);
  const answers = new Map<number, boolean>();
  const test = (code: number): boolean => {
    let answer = answers.get(code);
    if (answer === undefined) {
      answer = exec.call(regex, String.fromCodePoint(code)) !== null;
      answers.set(code, answer);
    }
    return answer;
  };
  characterTests.set(key, test);
  return test;
}
