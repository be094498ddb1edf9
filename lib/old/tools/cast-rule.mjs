import ts from 'typescript';

const { NumberLike, StringLike, Undefined } = ts.TypeFlags;

/**
 * An ESLint rule: `as number` and `as string` say what the compiler cannot know of a place in a list, and nothing else. A value
 * of another kind is read with zod, or asked for its type.
 */
export const castRule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const { esTreeNodeToTSNodeMap, program } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const check = (node, fitting) => {
      const type = checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node.expression));
      const parts = type.isUnion() ? type.types : [type];
      if (parts.every(({ flags }) => flags & (fitting | Undefined))) return;
      const message = `${checker.typeToString(type)} is not checked: read it with zod, or ask for its type.`;
      context.report({ node, message });
    };
    return {
      'TSAsExpression[typeAnnotation.type="TSNumberKeyword"]': (node) => check(node, NumberLike),
      'TSAsExpression[typeAnnotation.type="TSStringKeyword"]': (node) => check(node, StringLike),
    };
  },
};
